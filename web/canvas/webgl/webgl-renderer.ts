import type { Frame, Renderer } from '../frame.ts'
import { FrameCache } from './frame-cache.ts'
import { KeptShapes } from './kept-shapes.ts'
import { PictureLayer } from './picture-layer.ts'
import { plainFragment, plainVertex } from './picture-shaders.ts'
import { linkPrograms } from './program.ts'
import type { Projection } from './projection.ts'
import { ShapeLayer } from './shape-layer.ts'
import { ShapePrograms, shapeSources } from './shape-programs.ts'

/** Names of software renderers. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/i

const onePixel: Projection = { centerX: 0, centerY: 0, scale: 1, ratio: 1, width: 1, height: 1 }

/**
 * Creates the WebGL renderer.
 * @returns null when the browser provides no WebGL2 for this canvas
 * @throws Error when the card rejects the shaders
 */
// Long: all layers share one WebGL context.
export function webglRenderer(canvas: HTMLCanvasElement): Renderer | null {
  const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false, stencil: false, premultipliedAlpha: true })
  if (!gl || gl.isContextLost()) return null
  const isSlow = software.test(cardName(gl))
  const { plain, ...shapePrograms } = linkPrograms(gl, { plain: [plainVertex, plainFragment], ...shapeSources })
  const pictureLayer = new PictureLayer(gl, plain, isSlow)
  const shapeLayer = new ShapeLayer(gl, new ShapePrograms(gl, shapePrograms))
  const cache = new FrameCache(gl, plain, isSlow)
  const keptShapes = isSlow ? new KeptShapes(gl, plain) : null
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  gl.clearColor(0, 0, 0, 0)
  keptShapes?.prepare([], onePixel, to => shapeLayer.warmUp(to))
  gl.flush() // lets the card start while the shapes are being prepared

  function draw(gl: WebGL2RenderingContext, frame: Frame, to: Projection, begin: () => void): void {
    const { wanted = [], ahead = [] } = frame.pyramid ?? {}
    const isZoomedOut = to.scale < frame.viewport.scale * frame.ratio
    const isLarger = isZoomedOut || to.width > gl.drawingBufferWidth
    const areKept = keptShapes?.prepare([shapeLayer.shown, shapeLayer.looksVersion], to, place => shapeLayer.drawSettled(place))
    begin()
    gl.viewport(0, 0, to.width, to.height)
    gl.clear(gl.COLOR_BUFFER_BIT)
    pictureLayer.draw(frame, isLarger ? [...wanted, ...ahead] : wanted, isZoomedOut, to)
    if (areKept) keptShapes?.draw()
    else shapeLayer.drawSettled(to)
  }

  return {
    paint(frame: Frame) {
      const { viewport, ratio, isMoving } = frame
      const { centerX, centerY, scale } = viewport
      const projection = { centerX, centerY, scale: scale * ratio, ratio, width: gl.drawingBufferWidth, height: gl.drawingBufferHeight }
      shapeLayer.take(frame)
      const content = [...pictureLayer.content(frame), shapeLayer.looksVersion]
      const isCopied = isSlow && isMoving && cache.holdsLike(projection, content)
      // during a movement, a slow card either draws or receives new pixels in a frame, not both
      const hasAllTiles = (isCopied || !isMoving || !isSlow) && pictureLayer.prepare(frame)
      const hasAllShapes = shapeLayer.prepare(frame, !isCopied)
      const isSharp = cache.paint({
        content,
        finish: [pictureLayer.version, shapeLayer.shown],
        projection,
        isMoving,
        isLikeKept: isCopied,
        draw: (to, begin) => draw(gl, frame, to, begin)
      })
      shapeLayer.drawEdited(projection)
      return { hasAllTiles: hasAllTiles && isSharp, hasAllShapes }
    },
    buildAhead(shapes, until) {
      pictureLayer.tidy()
      return shapeLayer.buildAhead(shapes, until)
    },
    forget: bitmap => pictureLayer.forget(bitmap),
    undone: () => [],
    surface: null,
    close() {
      pictureLayer.close()
      shapeLayer.close()
      cache.close()
      keptShapes?.close()
    }
  }
}

/** Name of the graphics card. `failIfMajorPerformanceCaveat` does not help, because browsers create software contexts despite it. */
function cardName(gl: WebGL2RenderingContext): string {
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
}
