import type { BlackjackGuide } from "./guide-words.en";

export const words: BlackjackGuide = {
  "hands.title": "Gần 21 hơn nhà cái",
  "hands.text": "Bài của bạn đấu với nhà cái: hình tính mười, át tính một hoặc mười một. Quá 21 là thua.",
  "chips.title": "Chọn một phỉnh",
  "chips.text": "Phỉnh đang cầm là phỉnh có vòng. “Thêm” cạnh phỉnh để đổi bộ phỉnh.",
  "spots.title": "Cược trước khi chia",
  "spots.text": "Mỗi lần chạm đặt một phỉnh ở ghế của bạn. Cược phụ đi cùng cược chính; mỗi ô ghi mức trả.",
  "clock.title": "Rồi bạn quyết định",
  "clock.text": "Rút, dừng, gấp đôi hay tách: mỗi nút ghi giá. Nút được đánh dấu sẽ được chọn khi hết giờ.",
  "help.title": "Vừa chơi vừa học",
  "help.text": "“Ván của tôi” cho biết vì sao mỗi tay kết thúc như vậy; chơi tiền thử thì người hướng dẫn nói cách tốt nhất.",
};
