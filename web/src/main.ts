import { mount } from "svelte";
import App from "./App.svelte";
import "./games";
import "./styles/letters.css";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no element with the id 'app'");

export default mount(App, { target });
