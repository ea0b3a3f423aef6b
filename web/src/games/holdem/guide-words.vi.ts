import type { HoldemGuide } from "./guide-words.en";

export const words: HoldemGuide = {
  "hands.title": "Hai lá của bạn, năm lá chung",
  "hands.text": "Năm lá tốt nhất trong hai lá của bạn và năm lá chung được tính. Bạn chơi với các ghế khác, không phải với nhà cái.",
  "chips.title": "Phỉnh trước mặt bạn",
  "chips.text": "Mua từ tín dụng. Chỉ số này được chơi; có thể thêm giữa các ván và chúng trở về khi bạn rời bàn.",
  "spots.title": "Bốn vòng cược",
  "spots.text": "Trước flop, ở flop, turn và river: bỏ, xem, theo, cược hoặc tố. Mỗi nút nói rõ tốn bao nhiêu.",
  "clock.title": "Thời gian và quỹ thời gian",
  "clock.text": "Khi vòng tròn hết, quỹ thời gian chạy tiếp. Sau đó bạn xem nếu được, nếu không thì bỏ bài.",
  "help.title": "Pot và phí",
  "help.text": "Ai all-in chỉ chơi các pot mình đã góp. Nhà cái chỉ thu phí đã niêm yết khi có flop.",
};
