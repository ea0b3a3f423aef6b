import type { Words } from "./words.en";

export const words: Words = {
  title: "Trợ giúp",
  guide: "Chỉ tôi trò này trong năm bước",
  choices: "Ngôn ngữ, giao diện và âm thanh",
  line: "Đường dây trợ giúp",
  "start.title": "Vào chỗ",
  "start.text": "Chọn một bàn ở sảnh. Phỉnh đầu tiên sẽ lấy ghế trống đầu tiên; mục “Thêm” cạnh phỉnh cho bạn chọn ghế khác.",
  "bet.title": "Đặt cược",
  "bet.text":
    "Chạm một phỉnh rồi chạm một ô. Hoàn tác lấy lại phỉnh cuối, Xóa lấy lại tất cả, Lặp lại đặt như ván trước. Ô không nhận phỉnh sẽ nói lý do.",
  "clock.title": "Đồng hồ",
  "clock.text":
    "Vòng tròn đếm đến lúc ngừng nhận cược. Khi đến lượt bạn quyết định, nó đếm cho bạn; về không thì câu trả lời được đánh dấu sẽ được chọn.",
  "result.title": "Vì sao tôi thắng hay thua?",
  "result.text": "Chạm một ván trong “Ván của tôi”: ván được chia lại, kèm luật đã quyết định từng cược.",
  "rules.title": "Luật và tỷ lệ",
  "rules.text": "Mỗi trò có thẻ luật và xác suất chính xác của từng cược, ở sảnh và tại bàn.",
  "money.title": "Số dư và đổi tiền",
  "money.text": "“Đổi tiền” biến số dư thành phiếu để đưa cho quầy. Hạn mức, thời gian nghỉ và thời gian chơi ở mục “Lượt chơi của tôi”.",
  "several.title": "Nhiều bàn cùng lúc",
  "several.text": "Ở sảnh, “+” thêm một bàn vào các bàn của bạn; chơi cạnh nhau tối đa bốn bàn.",
};
