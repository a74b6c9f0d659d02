/** Pictures of any size, small in bytes: one grey surface each. */
import { crc32, deflateSync } from "node:zlib";
import type { RequestBlock } from "../../mock-api/index.ts";

/** A whole png of some pixels, as base64. */
export function png(width: number, height: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8; // bits of one grey pixel
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const chunks = [chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]).toString("base64");
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** An image block around some base64. */
export function image(data: string, media_type = "image/png"): RequestBlock {
  return { type: "image", source: { type: "base64", media_type, data } };
}

/** The smallest picture. */
export const DOT = image(png(1, 1));
