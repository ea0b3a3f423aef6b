import type { Forecasts } from "./forecasts";

export const forecasts: Forecasts = {
  pattern:
    /may mắn|\bhên\b|vận (may|đỏ|đen)|chuỗi (thắng|thua)|\bnóng\b|\blạnh\b|chắc (chắn )?thắng|sắp (ra|thắng|trúng|nổ)|thế nào cũng (ra|thắng|trúng)|không thể thua(?! quá)|dự đoán|tiên đoán|đến lượt (thắng|trúng)|dễ (ra|trúng) hơn/i,
  examples: ["Cửa Cái sắp ra", "Bàn may mắn của bạn", "Chuỗi thắng đang kéo dài"],
  pastNote: /đã chơi.*[Kk]hông (nói gì|báo trước)/,
};
