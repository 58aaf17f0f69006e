import type { Frame, Renderer } from '../frame.ts'
import { FrameCache } from './frame-cache.ts'
import { PictureLayer } from './picture-layer.ts'
import type { Projection } from './projection.ts'
import { ShapeLayer } from './shape-layer.ts'

/**
 * Draws with the graphics card.
 * @returns null when the browser gives no WebGL2 for this canvas
 * @throws Error when the card does not take the shaders
 */
export function webglRenderer(canvas: HTMLCanvasElement): Renderer | null {
  const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false, stencil: false, premultipliedAlpha: true })
  if (!gl || gl.isContextLost()) return null
  const pictureLayer = new PictureLayer(gl)
  const shapeLayer = new ShapeLayer(gl)
  const cache = new FrameCache(gl)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  gl.clearColor(0, 0, 0, 0)

  return {
    paint(frame: Frame) {
      const { viewport, ratio, pyramid } = frame
      const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight]
      const canvasProjection = { ...viewport, scale: viewport.scale * ratio, ratio, width, height }
      const hasAllTiles = pictureLayer.prepare(frame)
      const hasAllShapes = shapeLayer.prepare(frame)
      cache.paint([...pictureLayer.content(frame), ...shapeLayer.content], canvasProjection, (to: Projection) => {
        const tiles = to.width > width ? [...(pyramid?.wanted ?? []), ...(pyramid?.ahead ?? [])] : (pyramid?.wanted ?? [])
        gl.viewport(0, 0, to.width, to.height)
        gl.clear(gl.COLOR_BUFFER_BIT)
        pictureLayer.draw(frame, tiles, to)
        shapeLayer.drawSettled(to)
      })
      shapeLayer.drawEdited(canvasProjection)
      return { hasAllTiles, hasAllShapes }
    },
    buildAhead: (shapes, until) => shapeLayer.buildAhead(shapes, until),
    forget: bitmap => pictureLayer.forget(bitmap),
    undone: () => [],
    surface: null,
    close() {
      pictureLayer.close()
      shapeLayer.close()
      cache.close()
    }
  }
}
