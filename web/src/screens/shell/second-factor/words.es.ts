import type { Words } from "./words.en";

export const words: Words = {
  title: "Su segundo factor",
  why: "En esta casa su trabajo se protege también con un código de su teléfono. Configúrelo una vez, antes que nada.",
  scan: "Escanee esto con una aplicación de autenticación",
  or_type: "O escriba en ella esta clave",
  link: "Abrir el autenticador en este dispositivo",
  code: "Los seis dígitos que muestra ahora",
  prove: "Usarlo desde ahora",
  again: "Hacer otra clave",
  recovery: "Sus códigos de recuperación",
  recovery_why:
    "Cada uno le deja entrar una vez si pierde el teléfono. Anótelos ahora y guárdelos lejos de su contraseña: no se muestran otra vez.",
  done: "Ya los anoté",
};
