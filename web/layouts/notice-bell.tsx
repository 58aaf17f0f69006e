import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Notice } from '../../shared/contracts/notices.ts'
import { notificationBadge } from '../../shared/limits.ts'
import { isNotOffered, sentenceOf } from '../api/api-error.ts'
import { notices } from '../features/notices/queries.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { BellIcon, ClockIcon, InfoIcon } from '../ui/icons.tsx'
import { PopoverButton } from '../ui/popover.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import styles from './header.module.css'
import * as texts from './texts.ts'

/** Hints shown on a server without notices, so that the number on the bell is correct. */
const hints: Notice[] = [
  { text: texts.hintOfProjects, path: '/projects/new' },
  { text: texts.hintOfKeys, path: null },
  { text: texts.hintOfTheme, path: '/profile' }
].map((hint, index) => ({ ...hint, id: `hint ${index}`, kind: 'hint', projectId: null, time: null }))

export function NoticeBell() {
  return (
    <PopoverButton
      label={texts.notificationCount(notificationBadge)}
      iconOnly
      className={styles.bell}
      trigger={
        <>
          <BellIcon aria-hidden />
          <span className={styles.count}>{notificationBadge}</span>
        </>
      }
    >
      {close => <NoticeList onLeave={close} />}
    </PopoverButton>
  )
}

function NoticeList({ onLeave }: { onLeave: () => void }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(notices())
  const shown = error && isNotOffered(error) ? hints : data
  return (
    <div className={styles.notices}>
      <h2 className={styles.noticesTitle}>{texts.notifications}</h2>
      {shown ? (
        <ul>
          {shown.slice(0, notificationBadge).map(notice => (
            <li key={notice.id}>
              <NoticeLine notice={notice} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.noticesBody}>
          {isPending ? (
            <SkeletonRows rows={notificationBadge} label={texts.loadingNotifications} height="2.25rem" />
          ) : (
            <ErrorPanel
              title={texts.notificationsFailed}
              detail={sentenceOf(error, texts.noReason)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
        </div>
      )}
    </div>
  )
}

function NoticeLine({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const words = (
    <>
      {notice.kind === 'hint' ? <InfoIcon aria-hidden /> : <ClockIcon aria-hidden />}
      <span>{notice.text}</span>
      <span className={styles.noticeTime}>{notice.time ? <Timestamp time={notice.time} /> : texts.gettingStarted}</span>
    </>
  )
  if (!notice.path) return <div className={styles.notice}>{words}</div>
  return (
    <Link to={notice.path} className={styles.notice} onClick={onLeave}>
      {words}
    </Link>
  )
}
