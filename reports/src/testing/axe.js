// Runs in the page, after axe-core: tells the page around it what is serious.
"use strict";

addEventListener("load", async () => {
  // The page of games is complete a moment after it was loaded.
  await new Promise((done) => setTimeout(done, 1000));
  const { violations } = await axe.run(document, { resultTypes: ["violations"], iframes: false });
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const faults = serious.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}`));
  parent.postMessage(faults.map((fault) => `${innerWidth} px: ${fault}`), "*");
});
