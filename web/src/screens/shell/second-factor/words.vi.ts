import type { Words } from "./words.en";

export const words: Words = {
  title: "Yếu tố thứ hai của bạn",
  why: "Tại đây, công việc của bạn còn được bảo vệ bằng mã trên điện thoại. Hãy thiết lập một lần, trước mọi việc khác.",
  scan: "Quét mã này bằng ứng dụng xác thực",
  or_type: "Hoặc gõ khóa này vào ứng dụng",
  link: "Mở ứng dụng xác thực trên máy này",
  code: "Sáu chữ số đang hiện",
  prove: "Dùng từ bây giờ",
  again: "Tạo khóa khác",
  recovery: "Mã khôi phục của bạn",
  recovery_why: "Mỗi mã cho bạn vào một lần nếu mất điện thoại. Hãy ghi lại ngay và cất riêng với mật khẩu: sẽ không hiện lại.",
  done: "Tôi đã ghi lại",
};
