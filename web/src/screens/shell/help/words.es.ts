import type { Words } from "./words.en";

export const words: Words = {
  title: "Ayuda",
  guide: "Enséñeme este juego en cinco pasos",
  choices: "Idioma, tema y sonidos",
  line: "Línea de ayuda",
  "start.title": "Sentarse",
  "start.text": "Elija una mesa en la sala. La primera ficha toma el primer asiento libre; «Más», bajo las fichas, permite elegir otro.",
  "bet.title": "Apostar",
  "bet.text":
    "Toque una ficha y luego una casilla. Deshacer retira la última ficha, Quitar todas, Repetir pone las de la ronda anterior. Una casilla que no admite fichas dice por qué.",
  "clock.title": "El reloj",
  "clock.text": "El anillo cuenta hasta «no va más». Cuando le toca decidir, cuenta para usted; a cero se toma la respuesta marcada.",
  "result.title": "¿Por qué gané o perdí?",
  "result.text": "Toque cualquiera de sus rondas en «Mis rondas»: se reparte de nuevo, con la regla que decidió cada apuesta.",
  "rules.title": "Reglas y probabilidades",
  "rules.text": "Cada juego tiene su hoja de reglas y las probabilidades exactas de cada apuesta, en la sala y en la mesa.",
  "money.title": "Crédito y cobro",
  "money.text": "«Cobrar» convierte su crédito en un boleto para la caja. Sus límites, descansos y tiempo de juego están en «Mi juego».",
  "several.title": "Varias mesas a la vez",
  "several.text": "En la sala, «+» añade una mesa a las suyas; se juegan hasta cuatro a la vez.",
};
