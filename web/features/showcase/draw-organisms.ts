import { seededRandom } from '../../charts/noise.ts'
import { pictures } from './organism-pictures.ts'
import type { Organism } from './scene.ts'

/** Draws each animal at its position on the frame, with its shadow from the lamp. The size of the frame is in pixels. */
export function drawOrganisms(context: CanvasRenderingContext2D, organisms: readonly Organism[], width: number, height: number): void {
  organisms.forEach((organism, index) => {
    context.save()
    context.translate(organism.x * width, organism.y * height)
    context.rotate(organism.turn)
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.shadowColor = 'rgb(24 22 14 / 0.6)'
    context.shadowBlur = organism.radius * width * 0.14
    context.shadowOffsetX = (organism.x - 0.5) * width * 0.03
    context.shadowOffsetY = organism.radius * width * 0.1
    pictures[organism.kind](context, organism.radius * width, seededRandom(index * 97 + 5))
    context.restore()
  })
}

/** Tints the frame with the colour of the water. The tint is strongest in the corners, where the light path is longest. */
export function drawWater(context: CanvasRenderingContext2D, width: number, height: number): void {
  const water = context.createRadialGradient(width / 2, height * 0.47, width * 0.1, width / 2, height * 0.47, width * 0.62)
  water.addColorStop(0, 'rgb(214 226 206)')
  water.addColorStop(0.55, 'rgb(166 194 184)')
  water.addColorStop(1, 'rgb(74 112 118)')
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = water
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'source-over'
}

/** Draws the two laser points that give the scale. */
export function drawLasers(
  context: CanvasRenderingContext2D,
  lasers: readonly { x: number; y: number }[],
  width: number,
  height: number
): void {
  for (const { x, y } of lasers) {
    const glow = context.createRadialGradient(x * width, y * height, 0, x * width, y * height, width * 0.009)
    glow.addColorStop(0, 'rgb(240 255 240)')
    glow.addColorStop(0.22, 'rgb(110 255 140)')
    glow.addColorStop(1, 'rgb(60 255 110 / 0)')
    context.fillStyle = glow
    context.fillRect((x - 0.01) * width, y * height - width * 0.01, width * 0.02, width * 0.02)
  }
}
