import type { Look } from '../../../web/canvas/look.ts'
import { Scene } from '../../../web/canvas/scene.ts'
import { overlayPainter } from '../../../web/canvas/tools/overlay-painter.ts'
import { Toolbox } from '../../../web/canvas/tools/toolbox.ts'
import { prepareForTiles } from '../../../web/imagery/fetch-tile.ts'
import { type Contender, enter } from './contender.ts'
import { picture } from './shapes.ts'

const nothing = () => {}
/** Hit tolerance in pixels, as in the annotation canvas. */
const reachPx = 6

function canvas(stage: HTMLElement): HTMLCanvasElement {
  const element = stage.appendChild(document.createElement('canvas'))
  element.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%'
  return element
}

let scene: Scene | null = null

const isobath: Contender = {
  async open(stage, shapes) {
    const opened = new Scene({ picture: canvas(stage), overlay: canvas(stage) })
    scene = opened
    const tools = { onDone: nothing, onEdit: nothing, onEdits: nothing, onSelect: nothing, onMessage: nothing, mayEdit: () => true }
    const toolbox = new Toolbox({ surface: opened, picture, ...tools })
    opened.onPaintOverlay = overlayPainter({ toolbox, surface: opened, metersPerPixel: () => null })
    const looks = new Map(
      shapes.map(({ id, shape, colour }): [string, Look] => [id, { colour, stroke: 'solid', filled: shape.kind !== 'line', hidden: false }])
    )
    opened.show({ ...picture, tiled: true, format: 'image/jpeg', state: 'ready' })
    opened.setShapes(shapes, id => looks.get(id)!)
    await new Promise<void>(resolve => {
      const look = () => {
        const { picture: state, hasAllShapes } = opened.status()
        if (state === 'sharp' && hasAllShapes) resolve()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    if (opened.status().drawnBy !== 'webgl') throw new Error('This browser does not support WebGL2')
  },
  look: viewport => scene?.goTo(viewport, false),
  pick: at => scene?.pick(at, reachPx).length ?? 0
}

prepareForTiles() // as on the Annotate screen
enter(isobath)
