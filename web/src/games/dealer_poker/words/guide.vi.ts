import type { PokerGuide } from "./guide.en";

export const words: PokerGuide = {
  "hands.title": "Tay bài của bạn đấu với người giữ cái",
  "hands.text": "Bạn chỉ đấu với tay bài giữ cái; các ghế khác không liên quan đến bạn.",
  "chips.title": "Chọn một phỉnh",
  "chips.text": "Phỉnh đang cầm là phỉnh có vòng. “Thêm” cạnh phỉnh để đổi bộ phỉnh.",
  "spots.title": "Đặt Ante trước",
  "spots.text": "Một lần chạm vào Ante đặt luôn cược đi cùng. Ô thưởng chỉ trả theo bài của bạn.",
  "clock.title": "Xem bài rồi quyết định",
  "clock.text": "Khi có bài, chơi tiếp hoặc bỏ; mỗi nút ghi giá, về không thì nút được đánh dấu sẽ được chọn.",
  "help.title": "Xem lý do",
  "help.text": "“Ván của tôi” cho xem lại các tay bài và luật của từng cược; “Luật” có mọi bảng trả thưởng.",
};
