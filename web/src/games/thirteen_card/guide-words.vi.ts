import type { ThirteenGuide } from "./guide-words.en";

export const words: ThirteenGuide = {
  "hands.title": "Ba chi của mười ba lá",
  "hands.text": "Ba lá đầu, năm giữa, năm cuối. Mỗi chi ít nhất bằng chi trước.",
  "chips.title": "Phỉnh trước mặt bạn",
  "chips.text": "Mua từ tín dụng: ít nhất hai mươi điểm. Bạn không thể thua quá số đó.",
  "spots.title": "Bạn chơi với mọi ghế",
  "spots.text": "Chi đấu chi, mỗi chi một điểm. Thắng cả ba tính gấp đôi, vài bộ có thưởng.",
  "clock.title": "Một thời gian chung",
  "clock.text": "Xếp bài rồi nhấn Đặt. Hết giờ, các hàng bạn đã xếp giữ nguyên nếu hợp lệ; bài chưa xếp là lỗi.",
  "help.title": "Clean Sweep và đầu hàng",
  "help.text": "Vài bộ mười ba lá thắng ngay nếu báo. Bài xấu có thể đầu hàng, trả mỗi người 3 điểm.",
};
