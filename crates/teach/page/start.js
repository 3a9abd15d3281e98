// The last of the scripts: everything is there, so begin.
"use strict";

connect();
serveForm();
if ($("data")) show(JSON.parse($("data").textContent));
document.documentElement.dataset.ready = "yes";
