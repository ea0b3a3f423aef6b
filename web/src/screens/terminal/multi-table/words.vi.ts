import type { Words } from "./words.en";

export const words: Words = {
  title: { other: "{count} bàn" },
  swap: "Đổi chỗ",
  add: "Thêm bàn",
  touch: "Chạm vào đâu, phỉnh đặt ở đó.",
  waits: { other: "Bàn {number} đang chờ bạn, {count} giây." },
  turn: "Lượt của bạn",
  betting: "Đang cược",
  at_zero: "hết giờ sẽ tự làm việc này",
  more: "thêm {amount}",
  staked: "Cược ở đây",
  staked_all: { other: "Đã cược, {count} bàn" },
  last_all: "Các ván vừa rồi",
};
