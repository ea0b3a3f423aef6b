import type { Words } from "./words.en";

export const words: Words = {
  touch: "Chạm để chơi",
  how: "Chạm màn hình, đăng nhập và ngồi vào bàn",
  seats: { other: "{count} ghế trống" },
  side_from: "cược phụ từ {amount}",
  last_round: "Ván gần nhất của bàn này, ván {number}, xong lúc {time}",
  replayed: "chia lại",
  result: "Kết quả",
  no_round: "Bàn này chưa chia ván nào",
  pays: "Tỷ lệ trả thưởng",
  wins: "thắng {chance}",
  wins_by: "{what}, {chance}",
  meters_here: "Jackpot của bàn này",
  meters_house: "Jackpot của nhà cái, ở bàn khác",
  table: "bàn {number}",
  bets_open: "Đang nhận cược.",
  bets_after: "Nhận cược khi ván này xong.",
  bets_soon: "Sắp nhận cược.",
};
