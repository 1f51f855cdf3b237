/** Starts the page: waits for the server's world, then draws it. */
import { fetchWorld } from "./api.js";
import { App } from "./app.js";
import { keepClockLive } from "./clock.js";
import { byId } from "./furniture.js";
import { wireKeys } from "./keys.js";
import { startLooks } from "./look.js";
import { keepTimesLive } from "./time.js";

const RETRY_MS = 1000;

async function loadWorld() {
  for (;;) {
    try {
      return await fetchWorld();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Load the font of emojis first: browsers leave boxes standing that they drew without it. */
async function loadEmojis() {
  await document.fonts.load('16px "Playground Emoji"', "👑").catch(() => []);
}

/** Let the channel list slide in and out in narrow windows. */
function wireDrawer() {
  const drawer = byId("channels");
  const close = () => drawer.classList.remove("open");
  byId("open-channels").addEventListener("click", () => {
    drawer.classList.add("open");
    byId("close-channels").focus();
  });
  for (const id of ["close-channels", "veil"]) byId(id).addEventListener("click", close);
  drawer.addEventListener("keydown", (event) => event.key === "Escape" && close());
}

startLooks();
wireDrawer();
keepTimesLive();
const [world] = await Promise.all([loadWorld(), loadEmojis()]);
const app = new App(world);
wireKeys(app);
app.start();
keepClockLive(app);
