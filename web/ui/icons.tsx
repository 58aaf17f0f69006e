/**
 * All icons of the app, named by their use: Tabler's outline set, 24 × 24, and our own marine glyphs. Use `aria-hidden` for an icon
 * beside text. An icon without text belongs in an `IconButton`.
 */
export {
  IconAlertTriangle as WarningIcon,
  IconArrowBackUp as UndoIcon,
  IconArrowForwardUp as RedoIcon,
  IconArrowLeft as BackIcon,
  IconArrowMoveRight as MoveIcon,
  IconArrowsMaximize as FullScreenIcon,
  IconArrowsMinimize as NoFullScreenIcon,
  IconBell as BellIcon,
  IconBroadcast as PublicationIcon,
  IconBrush as BrushToolIcon,
  IconBuilding as OrganizationIcon,
  IconCalendar as CalendarIcon,
  IconCheck as CheckIcon,
  IconChevronDown as ChevronDownIcon,
  IconChevronLeft as ChevronLeftIcon,
  IconChevronRight as ChevronRightIcon,
  IconChevronUp as ChevronUpIcon,
  IconCircle as CircleToolIcon,
  IconCircleDashed as CutHoleIcon,
  IconClock as ClockIcon,
  IconCloudOff as OfflineIcon,
  IconCloudUpload as SavingIcon,
  IconCompass as OpportunitiesIcon,
  IconContrast as ContrastIcon,
  IconCopy as CopyIcon,
  IconCrosshair as PointToolIcon,
  IconDeviceDesktop as SystemThemeIcon,
  IconDots as MoreIcon,
  IconDownload as DownloadIcon,
  IconEraser as EraserToolIcon,
  IconEye as EyeIcon,
  IconEyeOff as EyeOffIcon,
  IconFilter as FilterIcon,
  IconFish as SpeciesIcon,
  IconFoldDown as ExpandIcon,
  IconFolderPlus as NewProjectIcon,
  IconFolders as ProjectsIcon,
  IconFoldUp as CollapseIcon,
  IconGitMerge as MergeIcon,
  IconHelp as HelpIcon,
  IconHistory as HistoryIcon,
  IconInfoCircle as InfoIcon,
  IconKeyboard as KeyboardIcon,
  IconLassoPolygon as OutlineIcon,
  IconLayoutDashboard as DashboardIcon,
  IconLayoutGrid as GridIcon,
  IconLayoutSidebar as ImagesPanelIcon,
  IconLayoutSidebarRight as LabelsPanelIcon,
  IconLine as LineToolIcon,
  IconLink as LinkIcon,
  IconList as ListIcon,
  IconListTree as TreeIcon,
  IconLock as LockedIcon,
  IconLockOpen as UnlockedIcon,
  IconLogout as LogoutIcon,
  IconMap2 as MapIcon,
  IconMaximize as FitIcon,
  IconMenu2 as MenuIcon,
  IconMessageCircle as CommentIcon,
  IconMessagePlus as NewPostIcon,
  IconMoon as DarkThemeIcon,
  IconNotebook as JournalIcon,
  IconOval as EllipseToolIcon,
  IconPencil as EditIcon,
  IconPhoto as PhotoIcon,
  IconPlayerPause as PauseIcon,
  IconPlayerPlay as PlayIcon,
  IconPlus as PlusIcon,
  IconPointer as SelectToolIcon,
  IconPolygon as AnnotateIcon,
  IconPolygon as PolygonToolIcon,
  IconRectangle as BoxToolIcon,
  IconRefresh as RetryIcon,
  IconRouteSquare as SweepIcon,
  IconRss as FeedIcon,
  IconRuler2 as RulerToolIcon,
  IconRulerMeasure as ScaleIcon,
  IconScribble as FreehandToolIcon,
  IconSearch as SearchIcon,
  IconSelectAll as SelectSeveralIcon,
  IconSelector as SwitchIcon,
  IconSettings as SettingsIcon,
  IconSparkles as AiIcon,
  IconSquareRotated as RotatedBoxToolIcon,
  IconStar as FavouriteIcon,
  IconStarFilled as FavouriteOnIcon,
  IconSun as LightThemeIcon,
  IconTable as TableIcon,
  IconTag as LabelIcon,
  IconTrash as DeleteIcon,
  IconUpload as UploadIcon,
  IconUser as ProfileIcon,
  IconUsers as CommunityIcon,
  IconWorldDownload as FromRegisterIcon,
  IconWriting as NameIcon,
  IconX as CloseIcon,
  IconZoomIn as ZoomInIcon,
  IconZoomOut as ZoomOutIcon
} from '@tabler/icons-react'

/** Depth profile: the overview of a project. */
export function OverviewIcon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d="M4 4v16M4 8h2.5M4 12h2.5M4 16h2.5" />
      <path d="M10 5h10M10 10c3 0 3.2 2.5 5 4.5s3 2.5 5 2.5" />
    </svg>
  )
}
