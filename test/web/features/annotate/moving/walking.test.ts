import t from 'tap'
import type { Annotation } from '../../../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import { viewOf, viewToSee } from '../../../../../web/features/annotate/moving/walking.ts'

const view = { width: 1000, height: 800 }
const marked = (shape: Shape | null) => ({ shape }) as Annotation
const box = marked({ kind: 'box', x: 400, y: 300, width: 200, height: 100 })
const at = (centerX: number, centerY: number, scale: number) => ({ centerX, centerY, scale })

t.test('the view of an annotation: close enough to see it, far enough to see all of it', async t => {
  t.same(viewOf(box, view, at(5000, 5000, 0.1)), at(500, 350, 1), 'a quarter of the view')
  t.same(viewOf(box, view, at(5000, 5000, 3)), at(500, 350, 3), 'as close as the current view')
  t.same(viewOf(box, view, at(5000, 5000, 16)), at(500, 350, 4.5), 'no closer than the whole annotation allows')
  t.same(viewOf(marked({ kind: 'point', x: 9, y: 8 }), view, at(0, 0, 0.01)), at(9, 8, 2), 'a point with its surroundings')
  t.equal(viewOf(marked(null), view, at(0, 0, 1)), null, 'a label of the whole image has no place')
})

t.test('an annotation that is already in view keeps the view', async t => {
  t.equal(viewToSee(box, view, at(600, 400, 1)), null)
  t.equal(viewToSee(box, view, at(900, 650, 1)), null, 'at the very edge')
  t.same(viewToSee(box, view, at(903, 660, 1)), at(500, 350, 1), 'beyond it: the zoom stays')
  t.same(viewToSee(box, view, at(600, 400, 0.05)), at(500, 350, 1), 'a tiny annotation')
  t.same(viewToSee(box, view, at(500, 350, 8)), at(500, 350, 4.5), 'too close to see all of it')
  t.equal(viewToSee(marked(null), view, at(0, 0, 1)), null)
})
