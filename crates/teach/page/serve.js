// The page as `polydoku serve` gives it: a box for a puzzle, and presets.
//
// A puzzle goes to the server as text, and what comes back is the data of a race,
// or what is wrong with the text and where. A new request takes back the one
// before, and the server stops working when nobody waits for its answer: so
// leaving the page frees it.
"use strict";

let asking = null;

async function ask() {
  if (asking) asking.abort();
  const mine = asking = new AbortController();
  const engines = Array.from(document.querySelectorAll("[name=engine]:checked"), box => box.value);
  const status = $("answer");
  status.className = "";
  status.textContent = "Searching ...";
  $("ask").disabled = true;
  try {
    const address = `race?engines=${engines.map(encodeURIComponent).join(",")}`;
    const answer = await fetch(address, {
      method: "POST", body: $("puzzle").value, signal: mine.signal,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
    if (!answer.ok) {
      status.textContent = await answer.text();
      status.className = "wrong";
      return;
    }
    show(await answer.json());
    status.textContent = "";
    race.say("The race is ready.");
  } catch (error) {
    if (error.name === "AbortError") return;
    status.className = "wrong";
    status.textContent = `The server does not answer: ${error.message}`;
  } finally {
    if (asking === mine) {
      asking = null;
      $("ask").disabled = false;
    }
  }
}

function serveForm() {
  const form = $("form");
  if (!form) return;
  form.addEventListener("submit", event => {
    event.preventDefault();
    ask();
  });
  for (const button of document.querySelectorAll("[data-puzzle]")) {
    button.addEventListener("click", () => {
      $("puzzle").value = button.dataset.puzzle;
      ask();
    });
  }
  addEventListener("pagehide", () => { if (asking) asking.abort(); });
}
