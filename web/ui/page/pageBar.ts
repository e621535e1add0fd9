import { createContext, useContext } from 'react';

/** Content of the navigation bar on the current route; see routes.ts. */
export type PageBar = {
  readonly show: boolean;
  /** Shows the product's name instead of the title. */
  readonly showName: boolean;
  readonly showLeftArrow: boolean;
  /** A token such as `var(--tide-soft)`; '' for the page's background. */
  readonly bgColor: string;
  /** The product's name is not a link, because the start page is not served or would start another purchase. */
  readonly closed: boolean;
  /** In the current language. */
  readonly title: string;
  readonly goBack: () => void;
};

const bareBar: PageBar = {
  show: true,
  showName: true,
  showLeftArrow: false,
  bgColor: '',
  closed: false,
  title: '',
  goBack: () => history.back(),
};

/** Provided by the app from the route table, so that screens do not have to pass it on. */
export const PageBarContext = createContext<PageBar>(bareBar);

export function usePageBar(): PageBar {
  return useContext(PageBarContext);
}
