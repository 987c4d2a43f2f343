/** Colours and line styles of records that are not live, for notations that other tools draw. */

export interface StatusStyle {
  color: string;
  /** Pattern of dashes and gaps, in pixels. */
  dash: string;
  /** Closest style of Graphviz. */
  dot: 'dashed' | 'dotted';
}

export const STATUS_STYLES = {
  future: { color: '#3b82f6', dash: '7 5', dot: 'dashed' },
  deprecated: { color: '#ee7a18', dash: '14 4 3 4', dot: 'dashed' },
  removed: { color: '#e0444a', dash: '2 4', dot: 'dotted' },
} as const satisfies Record<string, StatusStyle>;

/** Style of a status; undefined for live and unrecognized ones. */
export const statusStyle = (status: string | undefined): StatusStyle | undefined =>
  status !== undefined && Object.hasOwn(STATUS_STYLES, status)
    ? STATUS_STYLES[status as keyof typeof STATUS_STYLES]
    : undefined;
