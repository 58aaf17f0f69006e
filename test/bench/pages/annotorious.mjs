import { createOSDAnnotator, ShapeType } from '@annotorious/openseadragon'
import styles from '@annotorious/openseadragon/annotorious-openseadragon.css?inline'
import OpenSeadragon from 'openseadragon'
import { enclosingBox, outline } from '../../../shared/geometry/outline.ts'
import { pyramidLevels } from '../../../shared/geometry/tile-pyramid.ts'
import { tileSizePx } from '../../../shared/limits.ts'
import { tileUrl } from '../../../web/imagery/addresses.ts'
import { enter } from './contender.ts'
import { picture } from './shapes.ts'

/** It has no points: they are small circles, 6 pixels of the screen at the whole picture. */
const pointRadius = 25

let viewer
let annotator

function selectorOf(shape) {
  const { x, y, width, height } = enclosingBox(shape)
  const bounds = { minX: x, minY: y, maxX: x + width, maxY: y + height }
  switch (shape.kind) {
    case 'box':
      return { type: ShapeType.RECTANGLE, geometry: { x, y, w: width, h: height, bounds } }
    case 'point':
    case 'circle': {
      const radius = shape.radius ?? pointRadius
      const around = { minX: shape.x - radius, minY: shape.y - radius, maxX: shape.x + radius, maxY: shape.y + radius }
      return { type: ShapeType.ELLIPSE, geometry: { cx: shape.x, cy: shape.y, rx: radius, ry: radius, bounds: around } }
    }
    case 'line':
      return {
        type: ShapeType.POLYLINE,
        geometry: { points: shape.points.map(point => ({ type: 'CORNER', point })), closed: false, bounds }
      }
    default:
      return { type: ShapeType.POLYGON, geometry: { points: outline(shape), bounds } }
  }
}

const hex = ([red, green, blue]) => `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`

enter({
  async open(stage, shapes) {
    const { width, height, id } = picture
    document.head.appendChild(document.createElement('style')).textContent = styles
    viewer = new OpenSeadragon({
      element: stage,
      showNavigationControl: false,
      crossOriginPolicy: 'Anonymous',
      minZoomImageRatio: 0.1,
      maxZoomPixelRatio: 16,
      visibilityRatio: 0,
      tileSources: {
        width,
        height,
        tileSize: tileSizePx,
        tileOverlap: 0,
        minLevel: 0,
        maxLevel: pyramidLevels(width, height).length - 1,
        getTileUrl: (level, column, row) => tileUrl(id, level, column, row)
      }
    })
    await new Promise(resolve => viewer.addOnceHandler('open', resolve))
    const loaded = new Promise(resolve => {
      const item = viewer.world.getItemAt(0)
      if (item.getFullyLoaded()) resolve()
      else item.addHandler('fully-loaded-change', event => event.fullyLoaded && resolve())
    })
    const colours = new Map(shapes.map(shape => [shape.id, hex(shape.colour)]))
    // lines of one pixel are what it draws fastest
    const style = ({ id }) => ({ fill: colours.get(id), fillOpacity: 0.2, stroke: colours.get(id), strokeWidth: 1 })
    annotator = createOSDAnnotator(viewer, { style, drawingEnabled: false })
    annotator.setAnnotations(shapes.map(({ id, shape }) => ({ id, bodies: [], target: { annotation: id, selector: selectorOf(shape) } })))
    await loaded
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  },
  look({ centerX, centerY, scale }) {
    const { viewport } = viewer
    viewport.zoomTo(viewport.imageToViewportZoom(scale), undefined, true)
    viewport.panTo(viewport.imageToViewportCoordinates(centerX, centerY), true)
  },
  pick({ x, y }) {
    const { viewport } = viewer
    const place = viewport.viewerElementToImageCoordinates(new OpenSeadragon.Point(x, y))
    return annotator.state.store.getAt(place.x, place.y, undefined, 2 / viewport.viewportToImageZoom(viewport.getZoom()), true).length
  }
})
