// Runs in the page around the frames: shows what all of them told.
"use strict";

const told = [];
addEventListener("message", ({ data }) => {
  told.push(data);
  if (told.length < document.querySelectorAll("iframe").length) return;
  const plain = JSON.stringify({ returned: told.flat() }).replace(/[^ -%'-;=?-~]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  document.body.textContent = "MEASURED" + plain + "DONE";
});
