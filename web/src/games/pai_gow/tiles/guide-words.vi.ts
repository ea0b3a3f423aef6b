import type { TilesGuide } from "./guide-words.en";

export const words: TilesGuide = {
  "hands.title": "Hai tay, mỗi tay hai quân",
  "hands.text": "Xếp bốn quân thành tay cao và tay thấp. Tay cao không được thấp hơn tay thấp.",
  "chips.title": "Chọn chip",
  "chips.text": "Chip đang cầm có vòng tròn. “Thêm” bên cạnh chip đổi khay.",
  "spots.title": "Cược trước khi chia",
  "spots.text": "Mỗi lần chạm đặt một chip. Mỗi ghế có cược trả phí của ván.",
  "clock.title": "Xếp bài đúng giờ",
  "clock.text": "Chạm hai quân để đổi chỗ. “Cách nhà cái” xếp giúp bạn, và đồng hồ cũng vậy khi xếp phạm luật.",
  "help.title": "Thắng cả hai tay, hoặc hòa",
  "help.text": "Thắng cả hai thì được trả, thua cả hai thì mất; bằng nhau thuộc người làm cái. “Thứ hạng” cho xem thứ tự quân.",
};
