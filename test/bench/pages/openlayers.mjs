import Feature from 'ol/Feature.js'
import CircleGeometry from 'ol/geom/Circle.js'

import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import TileLayer from 'ol/layer/Tile.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import Projection from 'ol/proj/Projection.js'
import VectorSource from 'ol/source/Vector.js'
import Zoomify from 'ol/source/Zoomify.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import View from 'ol/View.js'

import { outline } from '../../../shared/geometry/outline.ts'
import { pyramidLevels } from '../../../shared/geometry/tile-pyramid.ts'
import { tileSizePx } from '../../../shared/limits.ts'
import { fitted } from '../../../web/imagery/viewport.ts'
import { enter } from './contender.ts'
import { picture } from './shapes.ts'

const reachPx = 2
/** Its y goes up. */
const upwards = ([x, y]) => [x, -y]
const ring = vertices => [...vertices, vertices[0]].map(upwards)

function geometryOf(shape) {
  switch (shape.kind) {
    case 'point':
      return new Point([shape.x, -shape.y])
    case 'circle':
      return new CircleGeometry([shape.x, -shape.y], shape.radius)
    case 'line':
      return new LineString(shape.points.map(upwards))
    default:
      return new Polygon([ring(outline(shape))])
  }
}

/** One style for all shapes of a colour, which OpenLayers draws fastest. */
const styles = new Map()
function styleOf({ colour }) {
  const key = colour.join()
  const known = styles.get(key)
  if (known) return known
  const stroke = new Stroke({ color: [...colour, 1], width: 2 })
  const fill = new Fill({ color: [...colour, 0.2] })
  const style = new Style({ stroke, fill, image: new Circle({ radius: 5, stroke, fill }) })
  styles.set(key, style)
  return style
}

let map = null
let isHeld = false

enter({
  async open(stage, shapes) {
    const { width, height, id } = picture
    const extent = [0, -height, width, 0]
    const source = new Zoomify({ url: `/api/media/${id}/tiles/{z}/{x}/{y}`, size: [width, height], tileSize: tileSizePx, transition: 0 })
    const features = shapes.map(shape => {
      const feature = new Feature(geometryOf(shape.shape))
      feature.setStyle(styleOf(shape))
      return feature
    })
    const whole = fitted({ width: stage.clientWidth, height: stage.clientHeight }, picture)
    map = new OlMap({
      target: stage,
      controls: [],
      interactions: [],
      layers: [new TileLayer({ source }), new VectorLayer({ source: new VectorSource({ features }) })],
      view: new View({
        projection: new Projection({ code: 'pixels', units: 'pixels', extent }),
        center: [whole.centerX, -whole.centerY],
        resolution: 1 / whole.scale,
        maxResolution: 2 ** pyramidLevels(width, height).length,
        minResolution: 1 / 16,
        constrainResolution: false,
        smoothResolutionConstraint: false,
        constrainOnlyCenter: true,
        multiWorld: true
      })
    })
    await new Promise(resolve => map.once('rendercomplete', () => resolve()))
  },
  look({ centerX, centerY, scale }) {
    const view = map.getView()
    view.setCenter([centerX, -centerY])
    view.setResolution(1 / scale)
  },
  // as its own interactions do: while the map is dragged, it redraws the content that it has prepared
  hold(held) {
    if (held === isHeld) return
    isHeld = held
    if (held) map.getView().beginInteraction()
    else map.getView().endInteraction(0)
  },
  pick({ x, y }) {
    let hits = 0
    map.forEachFeatureAtPixel([x, y], () => void hits++, { hitTolerance: reachPx })
    return hits
  }
})
