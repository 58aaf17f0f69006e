import Flatbush from 'flatbush'
import type { Shape } from '../../shared/contracts/shapes.ts'
import { enclosingBox, shapeArea } from '../../shared/geometry/outline.ts'
import type { Rectangle } from '../imagery/viewport.ts'
import type { Boxes } from './cells.ts'
import { filledBit, goneBit, hiddenBit, type Look, packLook } from './look.ts'
import { kindOf } from './shapes/kinds.ts'

export interface KnownShape {
  id: string
  shape: Shape
}

/** Radius of a point, in CSS pixels. */
export const pointRadiusPx = 6

/**
 * Shapes of one picture, each with a slot. Slots below `settled` are in the index and in the static geometry. A shape that was added or edited
 * later has a slot at or above `settled`. The old slot of an edited shape is marked as gone. {@link settle} moves all shapes below `settled` again.
 */
export class ShapeSet {
  ids: string[] = []
  shapes: Shape[] = []
  boxes: Boxes = new Float64Array(0)
  /** RGBA texels, see `packLook`. */
  looks = new Uint8Array(0)
  settled = 0
  /** Counter of changes to the settled slots. `editedVersion` counts changes to the other slots. */
  settledVersion = 0
  editedVersion = 0
  #slots = new Map<string, number>()
  #index: Flatbush | null = null
  #dirty = { from: 0, to: 0 }

  get count(): number {
    return this.ids.length
  }

  get editedCount(): number {
    return this.ids.length - this.settled
  }

  /** Replaces all shapes. If few of them differ from before, only those are updated. */
  set(shapes: readonly KnownShape[], lookOf: (id: string) => Look): void {
    if (this.#slots.size > 0 || shapes.length === 0) {
      const known = new Map<string, Shape>()
      for (const { id, shape } of shapes) known.set(id, shape)
      if (this.#takeFew(known, lookOf)) return
    }
    this.#fill(shapes)
    for (let slot = 0; slot < this.count; slot++) packLook(this.looks, slot, lookOf(this.ids[slot] ?? ''))
    this.#dirty = { from: 0, to: this.count }
  }

  /** Updates the shapes that differ. @returns false, without any change, when more than an eighth of the shapes differ */
  #takeFew(known: ReadonlyMap<string, Shape>, lookOf: (id: string) => Look): boolean {
    const most = known.size / 8
    if (Math.abs(known.size - this.#slots.size) > most) return false
    const changed = [...known].filter(([id, shape]) => this.shapeOf(id) !== shape)
    const removed = [...this.#slots.keys()].filter(id => !known.has(id))
    if (changed.length + removed.length > most) return false
    for (const id of removed) this.remove(id)
    for (const [id, shape] of changed) this.put({ id, shape }, lookOf(id))
    this.setLooks(known.keys(), lookOf)
    return true
  }

  put({ id, shape }: KnownShape, look: Look): void {
    const known = this.#slots.get(id)
    if (known !== undefined && known >= this.settled) {
      this.#write(known, shape, look)
    } else {
      if (known !== undefined) this.#drop(known)
      const slot = this.count
      this.#reserve(slot + 1)
      this.ids.push(id)
      this.shapes.push(shape)
      this.#slots.set(id, slot)
      this.#write(slot, shape, look)
    }
    this.editedVersion++
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    this.#slots.delete(id)
    this.#drop(slot)
    if (slot >= this.settled) this.editedVersion++
  }

  setLooks(ids: Iterable<string>, lookOf: (id: string) => Look): void {
    for (const id of ids) {
      const slot = this.#slots.get(id)
      if (slot === undefined) continue
      const at = slot * 4
      const [red, green, blue, style] = [this.looks[at], this.looks[at + 1], this.looks[at + 2], this.looks[at + 3]]
      packLook(this.looks, slot, lookOf(id))
      const isSame = this.looks[at] === red && this.looks[at + 1] === green && this.looks[at + 2] === blue && this.looks[at + 3] === style
      if (!isSame) this.#touch(slot)
    }
  }

  shapeOf(id: string): Shape | null {
    const slot = this.#slots.get(id)
    return slot === undefined ? null : (this.shapes[slot] ?? null)
  }

  /** Range of slots whose looks changed since the last call. */
  takeChangedLooks(): { from: number; to: number } {
    const changed = this.#dirty
    this.#dirty = { from: this.count, to: 0 }
    return changed
  }

  /** True when any shape is filled, so that areas must be drawn. */
  get hasFilled(): boolean {
    for (let at = 3; at < this.count * 4; at += 4)
      if (((this.looks[at] ?? 0) & (filledBit | hiddenBit | goneBit)) === filledBit) return true
    return false
  }

  /** Moves all shapes into the index, and frees the slots of removed ones. */
  settle(): void {
    const before = this.looks
    const slots = [...this.#slots.values()]
    const known = [...this.#slots].map(([id, slot]) => ({ id, shape: this.shapes[slot] as Shape }))
    this.looks = new Uint8Array(0)
    this.#fill(known)
    for (const [slot, old] of slots.entries()) this.looks.set(before.subarray(old * 4, old * 4 + 4), slot * 4)
    this.#dirty = { from: 0, to: this.count }
  }

  /** Builds the search index. */
  index(): void {
    if (this.#index || this.settled === 0) return
    this.#index = new Flatbush(this.settled)
    const { boxes } = this
    for (let at = 0; at < this.settled * 4; at += 4) this.#index.add(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!)
    this.#index.finish()
  }

  /**
   * Ids of shapes within reach of a point. All parameters are in pixels of the picture. The smallest area comes first, so that nested shapes can be
   * selected. Of equal areas, the nearest comes first. Hidden shapes are left out.
   */
  pick(x: number, y: number, reach: number, pointRadius: number): string[] {
    const far = Math.max(reach, pointRadius)
    return this.#search({ left: x - far, top: y - far, right: x + far, bottom: y + far })
      .map(slot => {
        const shape = this.shapes[slot] as Shape
        const distance = kindOf(shape).distance(shape, x, y)
        return { slot, distance, area: shapeArea(shape), limit: shape.kind === 'point' ? far : reach }
      })
      .filter(({ distance, limit }) => distance <= limit)
      .sort((a, b) => a.area - b.area || a.distance - b.distance || b.slot - a.slot)
      .map(({ slot }) => this.ids[slot] as string)
  }

  /** Ids of shapes that lie wholly inside a rectangle. Hidden shapes are left out. */
  within(part: Rectangle): string[] {
    return this.#search(part)
      .filter(slot => {
        const [left, top, right, bottom] = this.#box(slot)
        return left >= part.left && top >= part.top && right <= part.right && bottom <= part.bottom
      })
      .map(slot => this.ids[slot] as string)
  }

  /** Slots to draw in a part of the picture, in drawing order. */
  seen(part: Rectangle): number[] {
    return this.#search(part).sort((a, b) => a - b)
  }

  #search({ left, top, right, bottom }: Rectangle): number[] {
    const isThere = (slot: number) => ((this.looks[slot * 4 + 3] ?? 0) & (goneBit | hiddenBit)) === 0
    this.index()
    const found = this.#index?.search(left, top, right, bottom, isThere) ?? []
    for (let slot = this.settled; slot < this.count; slot++) {
      const [l, t, r, b] = this.#box(slot)
      if (isThere(slot) && l <= right && r >= left && t <= bottom && b >= top) found.push(slot)
    }
    return found
  }

  #box(slot: number): [left: number, top: number, right: number, bottom: number] {
    const at = slot * 4
    return [this.boxes[at] ?? 0, this.boxes[at + 1] ?? 0, this.boxes[at + 2] ?? 0, this.boxes[at + 3] ?? 0]
  }

  #fill(known: readonly KnownShape[]): void {
    this.ids = []
    this.shapes = []
    this.#slots = new Map()
    for (const { id, shape } of known) {
      const slot = this.#slots.get(id) ?? this.count
      if (slot === this.count) this.#slots.set(id, slot)
      this.ids[slot] = id
      this.shapes[slot] = shape
    }
    this.settled = this.count
    this.#reserve(this.count)
    for (let slot = 0; slot < this.count; slot++) this.#measure(slot, this.shapes[slot]!)
    this.#index = null
    this.settledVersion++
    this.editedVersion++
  }

  #write(slot: number, shape: Shape, look: Look): void {
    this.shapes[slot] = shape
    this.#measure(slot, shape)
    packLook(this.looks, slot, look)
    this.#touch(slot)
  }

  #measure(slot: number, shape: Shape): void {
    const { x, y, width, height } = enclosingBox(shape)
    const at = slot * 4
    this.boxes[at] = x
    this.boxes[at + 1] = y
    this.boxes[at + 2] = x + width
    this.boxes[at + 3] = y + height
  }

  #drop(slot: number): void {
    this.looks[slot * 4 + 3] = (this.looks[slot * 4 + 3] ?? 0) | goneBit
    this.#touch(slot)
  }

  #touch(slot: number): void {
    this.#dirty.from = Math.min(this.#dirty.from, slot)
    this.#dirty.to = Math.max(this.#dirty.to, slot + 1)
  }

  #reserve(count: number): void {
    if (count * 4 <= this.looks.length) return
    const capacity = Math.max(256, 2 ** Math.ceil(Math.log2(count)))
    const [boxes, looks] = [new Float64Array(capacity * 4), new Uint8Array(capacity * 4)]
    boxes.set(this.boxes.subarray(0, looks.length))
    looks.set(this.looks)
    this.boxes = boxes
    this.looks = looks
  }
}
