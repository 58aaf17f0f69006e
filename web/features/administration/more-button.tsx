import { Button } from '../../ui/button.tsx'
import styles from './administration.module.css'
import { texts } from './texts.ts'

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** Button below a list that loads the next page. Renders nothing after the last page. */
export function MoreButton({ list }: { list: Paged }) {
  if (!list.hasNextPage) return null
  return (
    <Button className={styles.more} busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {texts.more}
    </Button>
  )
}
