// The button beside a session at a terminal copies what is typed there, without prompts and what is printed.
document.addEventListener(
  "click",
  ({ target }) => {
    const button = target.closest?.(".language-console [data-clipboard-target]");
    if (!button) return;
    const text = document.querySelector(button.dataset.clipboardTarget).textContent;
    const typed = text.match(/^\$ (?:.*\\\n)*.*/gm) ?? [];
    button.dataset.clipboardText = typed.map((line) => line.slice(2)).join("\n");
  },
  true,
);

// What is wider than the screen can be scrolled by keys too.
addEventListener("load", () => {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap, pre > code")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }
});
