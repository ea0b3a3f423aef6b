import type { WarGuide } from "./guide-words.en";

export const words: WarGuide = {
  "hands.title": "Mỗi bên một lá, lá lớn thắng",
  "hands.text": "Con và Cái mỗi bên một lá; át lớn nhất. Chất không tính.",
  "chips.title": "Chọn một phỉnh",
  "chips.text": "Phỉnh đang cầm là phỉnh có vòng. “Thêm” cạnh phỉnh để đổi bộ phỉnh.",
  "spots.title": "Cược một trong hai bên",
  "spots.text": "Mỗi lần chạm đặt một phỉnh. Các ô khác trả khi có trận chiến, hoặc theo lá thắng.",
  "clock.title": "Hai lá bằng nhau là trận chiến",
  "clock.text": "Hai bên nhận thêm một lá cho đến khi một bên lớn hơn. Không ai quyết định gì.",
  "help.title": "Kết quả và lý do",
  "help.text": "“Ván của tôi” cho xem lại mỗi ván với luật của từng cược; “Luật” có thẻ luật và xác suất.",
};
