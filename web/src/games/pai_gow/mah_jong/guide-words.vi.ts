import type { TwoTilesGuide } from "./guide-words.en";

export const words: TwoTilesGuide = {
  "hands.title": "Hai quân đấu với người làm cái",
  "hands.text": "Đôi là cao nhất, rồi đến chữ số cuối của tổng; cửa sổ tính mười.",
  "chips.title": "Chọn chip",
  "chips.text": "Chip đang cầm có vòng tròn. “Thêm” bên cạnh chip đổi khay.",
  "spots.title": "Thắng, Đôi và Hòa",
  "spots.text": "Thắng trả khi tay bạn cao hơn, Đôi cho một đôi, Hòa khi cùng hai quân với người làm cái.",
  "clock.title": "Không cần quyết định",
  "clock.text": "Xúc xắc cho biết chia từ đâu; rồi các tay được mở lần lượt.",
  "help.title": "Bằng nhau thuộc người làm cái",
  "help.text": "Cùng hai quân thì thua cược Thắng. “Ván của tôi” xem lại từng ván, “Luật” cho xem thẻ luật và tỷ lệ.",
};
