import { layeredNoise, seededRandom, valueNoise } from '../../charts/noise.ts'

/** Width in pixels at which the ground is computed before it is enlarged. Mud is soft, so the enlargement does not show. */
const groundWidth = 720
const groundHeight = 450
const seed = 20
/** Number of rows computed without a pause. These rows take about ten milliseconds on a slow machine, so the page stays responsive. */
const rowsAtATime = 30

/** Paints mud with mounds, burrows and trails, lit by a lamp above the centre of the frame. */
export async function drawSeafloor(context: CanvasRenderingContext2D, width: number, height: number): Promise<void> {
  const ground = document.createElement('canvas')
  ground.width = groundWidth
  ground.height = groundHeight
  const surface = ground.getContext('2d')
  if (!surface) return
  const picture = surface.createImageData(groundWidth, groundHeight)
  const heights = await relief()
  await inStrips(rows => shade(picture.data, heights, rows))
  surface.putImageData(picture, 0, 0)
  context.imageSmoothingQuality = 'high'
  context.drawImage(ground, 0, 0, width, height)
}

/** Computes the heights of the mud on the ground's grid, row by row, in pixels. */
async function relief(): Promise<Float32Array> {
  const noise = valueNoise(seed)
  const heights = new Float32Array(groundWidth * groundHeight)
  await inStrips(([first, end]) => {
    for (let row = first; row < end; row++) {
      for (let column = 0; column < groundWidth; column++) {
        const broad = layeredNoise(noise, column / 110, row / 110, 3) * 22
        const fine = layeredNoise(noise, column / 12 + 40, row / 12 + 40, 2) * 2.8
        heights[row * groundWidth + column] = broad + fine
      }
    }
  })
  const random = seededRandom(seed + 1)
  for (let mound = 0; mound < 26; mound++) {
    addBump(heights, random() * groundWidth, random() * groundHeight, 9 + random() * 20, 2 + random() * 6)
  }
  for (let burrow = 0; burrow < 34; burrow++) {
    const x = random() * groundWidth
    const y = random() * groundHeight
    const radius = 1.6 + random() * 2.6
    addBump(heights, x, y, radius * 3.2, 1.8)
    addBump(heights, x, y, radius, -5)
  }
  for (let trail = 0; trail < 7; trail++) addTrail(heights, random)
  return heights
}

/** Adds a furrow with raised edges, like the trail of a burrowing urchin or a sea cucumber. */
function addTrail(heights: Float32Array, random: () => number): void {
  let x = random() * groundWidth
  let y = random() * groundHeight
  let heading = random() * Math.PI * 2
  let bend = 0
  const radius = 2.5 + random() * 3.5
  const steps = 90 + random() * 160
  for (let step = 0; step < steps; step++) {
    bend = bend * 0.94 + (random() - 0.5) * 0.09
    heading += bend
    x += Math.cos(heading) * 2
    y += Math.sin(heading) * 2
    addBump(heights, x, y, radius * 1.9, 0.32)
    addBump(heights, x, y, radius, -0.72)
  }
}

function addBump(heights: Float32Array, centerX: number, centerY: number, radius: number, height: number): void {
  const reach = Math.ceil(radius * 2.4)
  for (let row = Math.max(0, Math.floor(centerY - reach)); row < Math.min(groundHeight, centerY + reach); row++) {
    for (let column = Math.max(0, Math.floor(centerX - reach)); column < Math.min(groundWidth, centerX + reach); column++) {
      const distance = ((column - centerX) ** 2 + (row - centerY) ** 2) / radius ** 2
      const index = row * groundWidth + column
      heights[index] = heights[index]! + height * Math.exp(-distance)
    }
  }
}

function shade(pixels: Uint8ClampedArray, heights: Float32Array, [first, end]: Rows): void {
  const random = seededRandom(seed + 2 + first)
  for (let row = first; row < end; row++) {
    for (let column = 0; column < groundWidth; column++) {
      const index = row * groundWidth + column
      const east = heights[index + (column < groundWidth - 1 ? 1 : 0)]! - heights[index - (column > 0 ? 1 : 0)]!
      const south = heights[index + (row < groundHeight - 1 ? groundWidth : 0)]! - heights[index - (row > 0 ? groundWidth : 0)]!
      const slope = Math.min(1.28, Math.max(0.22, 1 + east * 0.2 + south * 0.3))
      const light = lamp(column / groundWidth, row / groundHeight) * slope + (random() - 0.5) * 0.045
      pixels[index * 4] = 190 * light ** 1.16
      pixels[index * 4 + 1] = 188 * light
      pixels[index * 4 + 2] = 168 * light ** 0.9
      pixels[index * 4 + 3] = 255
    }
  }
}

type Rows = readonly [first: number, end: number]

/** Processes the rows strip by strip, and yields to the page in between. */
async function inStrips(work: (rows: Rows) => void): Promise<void> {
  for (let first = 0; first < groundHeight; first += rowsAtATime) {
    work([first, Math.min(groundHeight, first + rowsAtATime)])
    await new Promise(resolve => setTimeout(resolve))
  }
}

/** Returns the brightness of the lamp at a position in fractions of the frame. It decreases from the centre to the corners. */
function lamp(x: number, y: number): number {
  const distance = ((x - 0.5) / 0.62) ** 2 + ((y - 0.47) / 0.66) ** 2
  return 0.3 + 0.72 * Math.exp(-distance * 0.95)
}
