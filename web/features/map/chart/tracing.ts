import DragPan from 'ol/interaction/DragPan.js'
import type OpenLayersMap from 'ol/Map.js'
import type { MeasuredLine } from '../tools/measured.ts'

type Position = MeasuredLine['path'][number]

/** Receives a line once its drag has ended. */
export type Tracer = (line: readonly Position[]) => void

/** Collects the lines that drags draw on a chart while a tool receives them. Otherwise, a drag moves the chart. */
export function traceDrags(map: OpenLayersMap, positionAt: (pixel: [number, number]) => Position | null) {
  let tracer: Tracer | null = null
  let path: Position[] = []
  map.on('pointerdrag', ({ pixel: [x = 0, y = 0], originalEvent }) => {
    if (!tracer || originalEvent.shiftKey) return
    const position = positionAt([x, y])
    if (position) path.push(position)
    map.render()
  })
  const release = () => {
    if (path.length === 0) return
    const line = path
    path = []
    map.render()
    tracer?.(line)
  }
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, release)
  return {
    set(next: Tracer | null) {
      tracer = next
      path = []
      for (const interaction of map.getInteractions().getArray()) if (interaction instanceof DragPan) interaction.setActive(next === null)
      map.render()
    },
    /** Line of the drag in progress; null without one. */
    line: (): MeasuredLine | null => (path.length > 1 ? { vertices: [], path, isArea: true } : null),
    close() {
      for (const type of ['pointerup', 'pointercancel'] as const) window.removeEventListener(type, release)
    }
  }
}
