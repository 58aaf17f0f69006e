import { type ComponentProps, Fragment, type KeyboardEvent, type ReactNode } from 'react'
import styles from './card-grid.module.css'
import { classNames } from './class-names.ts'
import { CheckIcon } from './icons.tsx'
import * as texts from './texts.ts'
import type { CardGridState } from './use-card-grid.ts'

interface CardGridProps {
  grid: CardGridState
  /** Accessible name of the grid: "Images". */
  label: string
  selectable: boolean
  /** True while any card is selected. In that state, every card shows its checkbox. */
  selecting: boolean
  /** Additional CSS class, which may set the sizes of the grid. */
  className?: string | undefined
  onKeyDown: (event: KeyboardEvent) => void
  /** Renders the card at an index. */
  children: (index: number) => ReactNode
}

/** A grid of picture cards that scrolls with the page. Only the rows in view are rendered. */
export function CardGrid({ grid, label, selectable, selecting, className, onKeyDown, children }: CardGridProps) {
  const { columns, count, gap } = grid
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of cards is no table
    <div
      ref={grid.element}
      role="grid"
      aria-label={label}
      aria-multiselectable={selectable || undefined}
      aria-rowcount={grid.rowCount}
      aria-colcount={columns}
      className={classNames(styles.grid, className)}
      data-selecting={selecting || undefined}
      style={{ height: grid.height }}
      onKeyDown={onKeyDown}
    >
      {grid.rows.map(({ index: row, key, start }) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the cells
        <div
          key={key}
          role="row"
          aria-rowindex={row + 1}
          className={styles.row}
          style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, transform: `translateY(${start}px)` }}
        >
          {placesOf(row, columns, count).map(index => (
            <Fragment key={index /* a placeholder keeps the focus when its card is loaded */}>{children(index)}</Fragment>
          ))}
        </div>
      ))}
    </div>
  )
}

function placesOf(row: number, columns: number, count: number): number[] {
  const start = row * columns
  return Array.from({ length: Math.min(columns, count - start) }, (_, column) => start + column)
}

interface CardCellProps extends ComponentProps<'div'> {
  index: number
  /** True for the cell that has the focus, or receives it when the grid is focused. */
  active: boolean
}

/** A cell of the grid. Without children, it is a placeholder of the same size until its page is loaded. */
export function CardCell({ index, active, children, ...others }: CardCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of cards is no table
    <div
      role="gridcell"
      className={styles.cell}
      data-index={index}
      tabIndex={active ? 0 : -1}
      aria-label={children ? undefined : texts.loading}
      {...others}
    >
      {children ?? <Placeholder />}
    </div>
  )
}

function Placeholder() {
  return (
    <>
      <div className={styles.frame} data-loading />
      <div className={styles.caption} aria-hidden>
        <span className={styles.line} />
        <span className={styles.line} />
      </div>
    </>
  )
}

/** Frame around the picture of a card. */
export function CardFrame({ className, ...others }: ComponentProps<'div'>) {
  return <div className={classNames(styles.frame, className)} {...others} />
}

/** Checkbox in a corner of a card's frame, for pointer use only. The cell itself reports its selection to screen readers. */
export function CardCheck({ checked, ...others }: ComponentProps<'span'> & { checked: boolean }) {
  return (
    <span className={styles.check} data-checked={checked || undefined} {...others}>
      <CheckIcon aria-hidden />
    </span>
  )
}

interface CardCaptionProps {
  name: ReactNode
  /** Text of the tooltip, such as the full name or alternative labels. */
  tip?: string | undefined
  /** One line of text, and text for screen readers. */
  children: ReactNode
}

export function CardCaption({ name, tip, children }: CardCaptionProps) {
  return (
    <div className={styles.caption} data-tip={tip}>
      <span className={styles.name}>{name}</span>
      {children}
    </div>
  )
}
