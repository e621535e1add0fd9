/** The driver's reference to an element of a page. */
export type ElementReference = Readonly<Record<string, string>>;

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The document of a window or of a frame. */
export type DocumentDriver = {
  /** Runs the source of an expression in the page and returns its value, awaited. */
  evaluate(expression: string): Promise<Json>;
  /** Runs the source of an expression whose value is an element or null. */
  findElement(expression: string): Promise<ElementReference | undefined>;
  /** Runs the source of a function that takes an element and returns an element or null. */
  findRelated(element: ElementReference, functionSource: string): Promise<ElementReference | undefined>;
  /** Runs the source of a function that takes the element. */
  evaluateOn(element: ElementReference, functionSource: string): Promise<Json>;
  /** Clicks the middle of the element with the mouse. */
  click(element: ElementReference): Promise<void>;
  /** Types the text with the keyboard, in place of the selection. The element must have the focus. */
  type(element: ElementReference, text: string): Promise<void>;
  /** The document of an iframe. */
  enterFrame(iframe: ElementReference): Promise<DocumentDriver>;
};

/** A window or tab. */
export type WindowDriver = DocumentDriver & {
  readonly id: string;
  goTo(url: string): Promise<void>;
  resize(size: WindowSize): Promise<void>;
  /** A PNG. */
  takeScreenshot(): Promise<Buffer>;
};

export type WindowSize = { readonly width: number; readonly height: number };

/** A browser with its own cookies and storage, empty at first. */
export type BrowserSession = {
  /** All open windows. The session begins with one. */
  listWindows(): Promise<readonly WindowDriver[]>;
  /** Uncaught errors of its pages, if the engine reports them. */
  readonly pageErrors: readonly string[];
  close(): Promise<void>;
};

export type Engine = {
  /** Includes the version. */
  readonly name: string;
  openSession(): Promise<BrowserSession>;
  stop(): Promise<void>;
};
