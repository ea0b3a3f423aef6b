import type { PaiGowGuide } from "./guide-words.en";

export const words: PaiGowGuide = {
  "hands.title": "Chia bài thành hai tay",
  "hands.text": "Xếp bài thành tay cao phía sau và tay thấp phía trước. Tay cao phải lớn hơn tay thấp.",
  "chips.title": "Chọn một phỉnh",
  "chips.text": "Phỉnh đang cầm là phỉnh có vòng. “Thêm” cạnh phỉnh để đổi bộ phỉnh.",
  "spots.title": "Đặt cược trước khi chia bài",
  "spots.text": "Mỗi lần chạm đặt một phỉnh. Các ô thưởng trả theo bài của bạn, bất kể hai tay ra sao.",
  "clock.title": "Xếp bài kịp giờ",
  "clock.text": "Chạm hai lá để đổi chỗ. “Cách nhà cái” xếp giúp bạn, và khi hết giờ mà xếp sai luật cũng vậy.",
  "help.title": "Thắng cả hai, hoặc hòa",
  "help.text":
    "Thắng cả hai tay thì được trả, thua cả hai thì mất; bằng nhau thì nhà cái thắng. “Ván của tôi” cho xem lại mỗi ván, “Luật” có thẻ luật và xác suất.",
};
