import sharp from 'sharp'
import { randomFrom } from '../../server/backend/ai/learning/random.ts'

/** Side of a cell with one texture, in pixels. */
export const cellPx = 64
const columns = 6
const rows = 4

/** Kinds of textures, which differ in colour, grain and direction. */
const kinds = [
  { colour: [120, 95, 70], wave: 5, angle: 0.2, grain: 10 },
  { colour: [95, 110, 75], wave: 9, angle: 1.1, grain: 22 },
  { colour: [80, 90, 120], wave: 14, angle: 2.0, grain: 6 },
  { colour: [125, 105, 110], wave: 7, angle: 2.6, grain: 30 },
  { colour: [100, 100, 95], wave: 22, angle: 0.7, grain: 16 }
] as const

export const textureCount = kinds.length

export interface TexturedImage {
  content: Buffer
  /** Centres of the cells, and the texture of each. */
  cells: { x: number; y: number; texture: number }[]
}

/**
 * Draws an image of textured cells. Each site has its own water colour and a slight change of each texture, so that points of one site are more alike
 * than points of different sites.
 */
export async function texturedImage(site: number, seed: number): Promise<TexturedImage> {
  const ofSite = randomFrom(1000 + site)
  const water = [0.6 + 0.5 * ofSite(), 0.8 + 0.4 * ofSite(), 0.8 + 0.5 * ofSite()]
  const here = kinds.map(kind => ({
    ...kind,
    colour: kind.colour.map(value => value + 90 * (ofSite() - 0.5)),
    wave: kind.wave * (0.45 + 1.2 * ofSite()),
    grain: kind.grain * (0.4 + 1.2 * ofSite())
  }))
  const random = randomFrom(seed)
  const [width, height] = [columns * cellPx, rows * cellPx]
  const pixels = Buffer.alloc(width * height * 3)
  const cells: TexturedImage['cells'] = []
  for (let cell = 0; cell < columns * rows; cell++) {
    const texture = Math.floor(random() * kinds.length)
    const kind = here[texture]!
    const [left, top] = [(cell % columns) * cellPx, Math.floor(cell / columns) * cellPx]
    const phase = random() * 6
    const angle = kind.angle + 0.3 * (random() - 0.5)
    for (let y = 0; y < cellPx; y++) {
      for (let x = 0; x < cellPx; x++) {
        const along = Math.cos(angle) * x + Math.sin(angle) * y
        const light = 22 * Math.sin((2 * Math.PI * along) / kind.wave + phase) + kind.grain * (random() * 2 - 1)
        const at = 3 * ((top + y) * width + left + x)
        for (let channel = 0; channel < 3; channel++)
          pixels[at + channel] = Math.min(255, Math.max(0, Math.round((kind.colour[channel]! + light) * water[channel]!)))
      }
    }
    cells.push({ x: left + cellPx / 2, y: top + cellPx / 2, texture })
  }
  return {
    content: await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 3 })
      .toBuffer(),
    cells
  }
}
