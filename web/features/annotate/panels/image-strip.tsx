import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import styles from '../../../annotation/panels.module.css'
import { workWords } from '../../../annotation/work-words.ts'
import { thumbnailUrl } from '../../../imagery/addresses.ts'
import type { Images } from '../use-images.ts'
import { words } from './strip-words.ts'

const rowPx = 76

interface ImageStripProps {
  images: Images
  isFiltered: boolean
  onGo: (imageId: string) => void
}

/** List of the images of the project, by file name. */
export function ImageStrip({ images, isFiltered, onGo }: ImageStripProps) {
  const { list, at, hasMore, readMore } = images
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({ count: list.length, getScrollElement: () => scroller.current, estimateSize: () => rowPx, overscan: 4 })
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' })
  }, [at, rows])
  const last = rows.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= list.length - 20) readMore()
  }, [hasMore, last, list.length, readMore])

  return (
    <nav className={styles.strip} aria-label={words.label}>
      <p className={styles.heading}>
        {at >= 0 && words.place(at + 1)}
        {hasMore && (list.length > 0 ? words.moreThan : words.searching)}
        {words.count(list.length)}
        {isFiltered && words.matching(list.length)}
      </p>
      <div ref={scroller} className={styles.scroller}>
        <ul style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const image = list[index]!
            return (
              <li key={image.id} style={{ transform: `translateY(${start}px)` }}>
                <button
                  type="button"
                  className={styles.image}
                  aria-current={index === at ? 'true' : undefined}
                  onClick={() => onGo(image.id)}
                >
                  <img src={thumbnailUrl(image.id, 'small')} alt="" loading="lazy" width={72} height={54} />
                  <span>
                    <span className={styles.fileName}>{image.fileName}</span>
                    <small data-work={image.workState}>
                      {workWords[image.workState]}
                      {image.annotationCount > 0 && ` · ${image.annotationCount}`}
                    </small>
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </nav>
  )
}
