"""The page and the JSON interface behind it: ``knobel web``. It needs the extra ``web``: starlette, uvicorn, msgspec.

Questions are answered by plain functions in processes of their own; what listens to the network only passes them on.
"""
