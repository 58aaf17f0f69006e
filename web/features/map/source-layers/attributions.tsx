import { useLayoutEffect, useRef, useState } from 'react'
import type { MapLayer } from '../../../../shared/contracts/map-layers.ts'
import { InfoIcon } from '../../../ui/icons.tsx'
import { PopoverButton } from '../../../ui/popover.tsx'
import styles from './source-layers.module.css'
import { texts } from './texts.ts'

type Attributed = Pick<MapLayer, 'id' | 'attribution' | 'attributionUrl'>

/** Attributions of the drawn layers, in one line at the lower edge of the chart. A longer text is folded behind a button. */
export function Attributions({ layers }: { layers: readonly Attributed[] }) {
  const strip = useRef<HTMLDivElement>(null)
  const [isFolded, setFolded] = useState(false)

  // A folded line stays in the page, invisible. Its width decides whether the line is unfolded again.
  useLayoutEffect(() => {
    const { current } = strip
    const line = current?.firstElementChild
    if (!current || !line) return
    const measure = () => setFolded(line.getBoundingClientRect().width > current.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    observer.observe(line)
    measure()
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <div ref={strip} className={styles.strip}>
        <List className={styles.line} layers={layers} isHidden={isFolded} />
      </div>
      {isFolded && (
        <PopoverButton
          label={texts.sources}
          iconOnly
          className={styles.fold}
          popupClassName={styles.unfolded}
          placement="top end"
          trigger={<InfoIcon aria-hidden />}
        >
          <List className={styles.lines} layers={layers} isHidden={false} />
        </PopoverButton>
      )}
    </>
  )
}

function List({ layers, className, isHidden }: { layers: readonly Attributed[]; className: string | undefined; isHidden: boolean }) {
  return (
    <ul className={className} aria-label={texts.sources} data-hidden={isHidden || undefined}>
      {layers.map(({ id, attribution, attributionUrl }) => (
        <li key={id}>
          {attributionUrl ? (
            <a href={attributionUrl} target="_blank" rel="noopener noreferrer">
              {attribution}
            </a>
          ) : (
            attribution
          )}
        </li>
      ))}
    </ul>
  )
}
