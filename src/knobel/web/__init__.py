"""The page and the JSON interface behind it: ``knobel web``. It needs starlette and uvicorn, the extra ``web``.

Questions are answered by plain functions in processes of their own; what listens to the network only passes them on.
"""
