import type { Frame, Renderer } from '../frame.ts'
import { PictureLayer } from './picture-layer.ts'
import { ShapeLayer } from './shape-layer.ts'

/** Draws with the graphics card. @returns null when the browser gives no WebGL2 for this canvas */
export function webglRenderer(canvas: HTMLCanvasElement): Renderer | null {
  const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false, stencil: false, premultipliedAlpha: true })
  if (!gl || gl.isContextLost()) return null
  const pictureLayer = new PictureLayer(gl)
  const shapeLayer = new ShapeLayer(gl)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  gl.clearColor(0, 0, 0, 0)

  return {
    paint(frame: Frame) {
      gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight)
      gl.clear(gl.COLOR_BUFFER_BIT)
      return { hasAllTiles: pictureLayer.paint(frame), hasAllShapes: shapeLayer.paint(frame) }
    },
    buildAhead: (shapes, until) => shapeLayer.buildAhead(shapes, until),
    forget: bitmap => pictureLayer.forget(bitmap),
    undone: () => [],
    surface: null,
    close() {
      pictureLayer.close()
      shapeLayer.close()
    }
  }
}
