import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/letters.css";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the application");

export default mount(App, { target });
