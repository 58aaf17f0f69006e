type Context = CanvasRenderingContext2D

/** Turns off shadows, so that later strokes cast none on earlier ones. */
export function withoutShadow(context: Context): void {
  context.shadowColor = 'transparent'
}

export function line(context: Context, fromX: number, fromY: number, toX: number, toY: number): void {
  context.beginPath()
  context.moveTo(fromX, fromY)
  context.lineTo(toX, toY)
  context.stroke()
}

export function dot(context: Context, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

export function polygon(context: Context, corners: number, reach: (index: number) => number): void {
  context.beginPath()
  for (let index = 0; index < corners; index++) {
    const angle = (index / corners) * Math.PI * 2
    context.lineTo(Math.cos(angle) * reach(index), Math.sin(angle) * reach(index))
  }
  context.closePath()
  context.fill()
}

/** Creates the radial gradient of a ball lit from the upper left. */
export function ball(context: Context, radius: number, light: string, dark: string): CanvasGradient {
  const gradient = context.createRadialGradient(-radius * 0.3, -radius * 0.35, radius * 0.05, 0, 0, radius)
  gradient.addColorStop(0, light)
  gradient.addColorStop(1, dark)
  return gradient
}

/** Creates a vertical gradient across a body that extends `half` above and below its axis. */
export function bar(context: Context, half: number, colors: readonly string[]): CanvasGradient {
  const gradient = context.createLinearGradient(0, -half, 0, half)
  colors.forEach((color, index) => {
    gradient.addColorStop(index / (colors.length - 1), color)
  })
  return gradient
}
