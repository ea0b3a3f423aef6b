import type { BaccaratGuide } from "./guide-words.en";

export const words: BaccaratGuide = {
  "hands.title": "Hai tay bài, một kết quả",
  "hands.text": "Con và Cái là hai tay bài trên bàn, không của riêng ai. Tay gần chín hơn thắng; mười và hình không tính điểm.",
  "chips.title": "Chọn một phỉnh",
  "chips.text": "Phỉnh đang cầm là phỉnh có vòng. “Thêm” cạnh phỉnh để đổi bộ phỉnh.",
  "spots.title": "Cược một tay, hoặc cược hòa",
  "spots.text": "Mỗi lần chạm đặt một phỉnh. Mỗi ô ghi mức trả và hạn mức; ô nhỏ là cược phụ.",
  "clock.title": "Bài chia theo luật",
  "clock.text": "Về không là ngừng nhận cược. Lá thứ ba theo luật cố định; không ai quyết định gì.",
  "help.title": "Kết quả và lý do",
  "help.text": "Thắng được trả ngay. “Ván của tôi” cho biết vì sao mỗi cược kết thúc như vậy; “Luật” có toàn bộ thẻ luật.",
};
