// Before anything is drawn: the theme that was chosen, so that the page does not flash in the other one.
{
  const theme = localStorage.getItem("knobel:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
